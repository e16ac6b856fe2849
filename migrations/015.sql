-- v15: the same content with fewer pages written by each send (contract section 7 as before).
--
-- What a commit costs is the pages it touches. So: messages live under their key without an index over it, events
-- without one over their task, and a list of tasks reads open ones from the small index that is there anyway.

ALTER TABLE a2a_messages RENAME TO a2a_messages_v14;
CREATE TABLE a2a_messages (
  message_key INTEGER PRIMARY KEY,
  task_id TEXT NOT NULL REFERENCES a2a_tasks (id) ON DELETE CASCADE,
  message_id TEXT NOT NULL,
  sender INTEGER REFERENCES a2a_agents (agent_key),  -- null: the broker
  created_at INTEGER NOT NULL,
  content_hash BLOB NOT NULL,  -- of method, state and the message before stamping
  json TEXT NOT NULL,
  UNIQUE (task_id, message_id)
) STRICT;
INSERT INTO a2a_messages (message_key, task_id, message_id, sender, created_at, content_hash, json)
  SELECT message_key, task_id, message_id, sender, created_at, content_hash, json FROM a2a_messages_v14 ORDER BY message_key;
DROP TABLE a2a_messages_v14;

-- first_seq: every event of the task has a higher seq. With the time at which the task ended it tells where among a
-- recipient's events those of the task lie, so that they can be removed with it: no reference does that any more.
ALTER TABLE a2a_tasks ADD COLUMN first_seq INTEGER NOT NULL DEFAULT 0;
ALTER TABLE a2a_events RENAME TO a2a_events_v14;
CREATE TABLE a2a_events (
  recipient INTEGER NOT NULL REFERENCES a2a_agents (agent_key),
  seq INTEGER NOT NULL,
  task_key INTEGER NOT NULL,  -- a2a_tasks.task_key
  state TEXT NOT NULL,
  status_at INTEGER NOT NULL,
  status_message INTEGER,  -- a2a_messages.message_key
  generation INTEGER NOT NULL,
  created_at INTEGER NOT NULL,  -- never less than that of a lower seq
  delivered INTEGER NOT NULL DEFAULT 0,  -- out of order, above delivered_through
  message INTEGER,  -- a2a_messages.message_key of the cause
  pushes INTEGER NOT NULL DEFAULT 1,  -- configs that a final event fires: 1 all, 2 own
  chunk INTEGER NOT NULL DEFAULT 0,  -- of an artifact: 1 append, 2 last chunk
  artifact TEXT,  -- as it leaves; null: the event tells a status
  PRIMARY KEY (recipient, seq)
) STRICT, WITHOUT ROWID;
INSERT INTO a2a_events SELECT recipient, seq, task_key, state, status_at, status_message, generation, created_at,
  delivered, message, pushes, chunk, artifact FROM a2a_events_v14 ORDER BY recipient, seq;
DROP TABLE a2a_events_v14;

-- An ended task never changes again, so that these grow once for each. Open ones are listed from a2a_tasks_open.
DROP INDEX a2a_tasks_asked;
DROP INDEX a2a_tasks_served;
CREATE INDEX a2a_tasks_asked ON a2a_tasks (requester, change) WHERE ended_at IS NOT NULL;
CREATE INDEX a2a_tasks_served ON a2a_tasks (worker, change) WHERE ended_at IS NOT NULL;
-- a2a_counters: from here on numbers that may have been handed out, a little ahead of those that were; keys of rows are
-- found in their tables, and stand here once the newest rows may have been removed.
