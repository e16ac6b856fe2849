-- v14: resume secrets, acknowledged events, artifacts, deadlines and the order of changes (contract sections 3 to 5).

ALTER TABLE a2a_agents ADD COLUMN secret_hash BLOB;  -- of the resume secret; null: the instance has none
ALTER TABLE a2a_agents ADD COLUMN by_name INTEGER NOT NULL DEFAULT 1;  -- 1: its name alone reclaims it

-- change: grows over the whole store with each change of a task, so that lists can be paged by it.
ALTER TABLE a2a_tasks ADD COLUMN change INTEGER NOT NULL DEFAULT 0;
ALTER TABLE a2a_tasks ADD COLUMN deadline_at INTEGER;
ALTER TABLE a2a_tasks ADD COLUMN metadata TEXT;  -- of the first message, unless that is large
UPDATE a2a_tasks SET
  change = (SELECT n FROM (SELECT task_key AS k, row_number() OVER (ORDER BY status_at, task_key) AS n FROM a2a_tasks)
            WHERE k = a2a_tasks.task_key);
CREATE INDEX a2a_tasks_asked ON a2a_tasks (requester, change);
CREATE INDEX a2a_tasks_served ON a2a_tasks (worker, change);
CREATE INDEX a2a_tasks_deadline ON a2a_tasks (deadline_at) WHERE deadline_at IS NOT NULL AND ended_at IS NULL;

ALTER TABLE a2a_events ADD COLUMN delivered INTEGER NOT NULL DEFAULT 0;  -- out of order, above delivered_through
ALTER TABLE a2a_events ADD COLUMN message INTEGER;  -- a2a_messages.message_key of the cause
ALTER TABLE a2a_events ADD COLUMN pushes INTEGER NOT NULL DEFAULT 1;  -- configs that a final event fires: 1 all, 2 own
ALTER TABLE a2a_events ADD COLUMN chunk INTEGER NOT NULL DEFAULT 0;  -- of an artifact: 1 append, 2 last chunk
ALTER TABLE a2a_events ADD COLUMN artifact TEXT;  -- as it leaves; null: the event tells a status

-- As in v12, but what is counted stands before the body. Chunks appended since the body was written follow it.
CREATE TEMP TABLE artifacts_v13 AS SELECT * FROM a2a_artifacts;
DROP TABLE a2a_artifacts;
CREATE TABLE a2a_artifacts (
  artifact_key INTEGER PRIMARY KEY,
  task_id TEXT NOT NULL REFERENCES a2a_tasks (id) ON DELETE CASCADE,
  artifact_id TEXT NOT NULL,
  bytes INTEGER NOT NULL,   -- of body and chunks, as the host writes them
  closed INTEGER NOT NULL,  -- 1: the last chunk was there
  json TEXT NOT NULL,
  UNIQUE (task_id, artifact_id)
) STRICT;
INSERT INTO a2a_artifacts SELECT artifact_key, task_id, artifact_id, length(CAST(json AS BLOB)), 0, json
  FROM artifacts_v13;
DROP TABLE artifacts_v13;

CREATE TABLE a2a_artifact_chunks (
  chunk_key INTEGER PRIMARY KEY,
  artifact_key INTEGER NOT NULL REFERENCES a2a_artifacts (artifact_key) ON DELETE CASCADE,
  json TEXT NOT NULL  -- an artifact of which the parts count
) STRICT;
CREATE INDEX a2a_artifact_chunks_of ON a2a_artifact_chunks (artifact_key);

CREATE TABLE a2a_artifact_requests (
  task_key INTEGER NOT NULL REFERENCES a2a_tasks (task_key) ON DELETE CASCADE,
  request_id TEXT NOT NULL,
  content_hash BLOB NOT NULL,
  PRIMARY KEY (task_key, request_id)
) STRICT, WITHOUT ROWID;

ALTER TABLE a2a_counters ADD COLUMN change INTEGER NOT NULL DEFAULT 0;
UPDATE a2a_counters SET change = coalesce((SELECT max(change) FROM a2a_tasks), 0);
