// An agent for examples to talk to: it answers every task with what it was asked, in capitals.
import { cardFromSubagentDefinition } from '../cards.js';
import type { Client } from '../client.js';
import { textOf } from '../messages.js';

export async function startEcho(client: Client, contextId: string): Promise<void> {
  const echo = await client.register(cardFromSubagentDefinition({ name: 'echo', description: 'Repeats what it is asked, in capitals' }), {
    contextId,
  });
  const serve = async (): Promise<void> => {
    for await (const { event, message } of echo.events()) {
      if (event.kind !== 'status-update' || event.final || message === undefined) continue;
      await echo.complete(event.taskId, textOf(message).toUpperCase());
    }
  };
  // Ends with the client.
  serve().catch(() => undefined);
}
