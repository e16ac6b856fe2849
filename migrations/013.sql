-- v13: durable events, generations, idempotent task creation, and counters that outlive what was removed
-- (contract sections 4.1, 5 and 7).

ALTER TABLE a2a_tasks ADD COLUMN generation INTEGER NOT NULL DEFAULT 1;
ALTER TABLE a2a_tasks ADD COLUMN messages INTEGER NOT NULL DEFAULT 0;
ALTER TABLE a2a_tasks ADD COLUMN request_message_id TEXT;
UPDATE a2a_tasks SET
  messages = (SELECT count(*) FROM a2a_messages m WHERE m.task_id = a2a_tasks.id),
  request_message_id =
      (SELECT m.message_id FROM a2a_messages m WHERE m.task_id = a2a_tasks.id ORDER BY m.rowid LIMIT 1);
-- The idempotency key of a new task. Grows at its end when clients choose ids that grow.
CREATE UNIQUE INDEX a2a_tasks_request ON a2a_tasks (requester, request_message_id);

-- Clustered by recipient, since it is read that way and only that way.
CREATE TABLE a2a_events (
  recipient INTEGER NOT NULL REFERENCES a2a_agents (agent_key),
  seq INTEGER NOT NULL,
  task_key INTEGER NOT NULL REFERENCES a2a_tasks (task_key) ON DELETE CASCADE,
  state TEXT NOT NULL,
  status_at INTEGER NOT NULL,
  status_message INTEGER,  -- a2a_messages.message_key
  generation INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (recipient, seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX a2a_events_task ON a2a_events (task_key);

-- What changes with every send, apart from the card, which is large and does not.
CREATE TABLE a2a_agent_progress (
  agent_key INTEGER PRIMARY KEY REFERENCES a2a_agents (agent_key),
  sends INTEGER NOT NULL,
  delivered_through INTEGER NOT NULL  -- events of this instance up to this seq are delivered
) STRICT;

-- The last number handed out of each kind; one row, written with each commit that handed some out.
CREATE TABLE a2a_counters (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  agent_key INTEGER NOT NULL,
  task_key INTEGER NOT NULL,
  message_key INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  stamp INTEGER NOT NULL
) STRICT;
INSERT INTO a2a_counters
SELECT 1,
       coalesce((SELECT max(agent_key) FROM a2a_agents), 0),
       coalesce((SELECT max(task_key) FROM a2a_tasks), 0),
       coalesce((SELECT max(message_key) FROM a2a_messages), 0),
       0,
       max(coalesce((SELECT max(coalesce(ended_at, registered_at)) FROM a2a_agents), 0),
           coalesce((SELECT max(status_at) FROM a2a_tasks), 0));
