-- v12: agents, tasks, messages, artifacts and push configs (contract section 7).
--
-- Rows are appended under integer keys that only grow and bodies are stored once, as canonical wire JSON. States and
-- kinds are the protocol's wire strings; times are milliseconds since 1970 UTC. A body is the last column of its row,
-- so that reading the others never walks a long one.

-- Each registration is an instance; agents are never removed.
CREATE TABLE a2a_agents (
  agent_key INTEGER PRIMARY KEY,
  agent_id TEXT NOT NULL,
  requested_name TEXT NOT NULL,
  kind TEXT NOT NULL,
  context_id TEXT NOT NULL,
  registered_at INTEGER NOT NULL,
  ended_at INTEGER,
  ended_how TEXT,
  card TEXT NOT NULL
) STRICT;
CREATE INDEX a2a_agents_unended ON a2a_agents (agent_key) WHERE ended_at IS NULL;

CREATE TABLE a2a_tasks (
  task_key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  requester INTEGER NOT NULL REFERENCES a2a_agents (agent_key),
  worker INTEGER NOT NULL REFERENCES a2a_agents (agent_key),
  context_id TEXT NOT NULL,
  state TEXT NOT NULL,
  status_at INTEGER NOT NULL,
  status_message INTEGER,  -- a2a_messages.message_key
  created_at INTEGER NOT NULL,
  ended_at INTEGER,        -- null while the task is open
  ended_by INTEGER REFERENCES a2a_agents (agent_key)  -- null: open, or the broker's doing
) STRICT;
-- Open tasks of a requester by search, of a worker by a walk over this small index.
CREATE INDEX a2a_tasks_open ON a2a_tasks (requester, worker) WHERE ended_at IS NULL;

-- In the order of rowid, which is the order of message_key.
CREATE TABLE a2a_messages (
  message_key INTEGER NOT NULL UNIQUE,
  task_id TEXT NOT NULL REFERENCES a2a_tasks (id) ON DELETE CASCADE,
  message_id TEXT NOT NULL,
  sender INTEGER REFERENCES a2a_agents (agent_key),  -- null: the broker
  created_at INTEGER NOT NULL,
  content_hash BLOB NOT NULL,  -- of method, state and the message before stamping
  json TEXT NOT NULL,
  PRIMARY KEY (task_id, message_id)
) STRICT;

CREATE TABLE a2a_artifacts (
  artifact_key INTEGER NOT NULL UNIQUE,
  task_id TEXT NOT NULL REFERENCES a2a_tasks (id) ON DELETE CASCADE,
  artifact_id TEXT NOT NULL,
  json TEXT NOT NULL,
  PRIMARY KEY (task_id, artifact_id)
) STRICT;

-- config_key grows with each set: the highest of a setter is the one set last.
CREATE TABLE a2a_push_configs (
  config_key INTEGER PRIMARY KEY,
  task_id TEXT NOT NULL REFERENCES a2a_tasks (id) ON DELETE CASCADE,
  setter INTEGER NOT NULL REFERENCES a2a_agents (agent_key),
  config_id TEXT NOT NULL,
  url TEXT,
  token TEXT,
  UNIQUE (task_id, setter, config_id)
) STRICT;
