// discover: who can be reached.
import type { AgentCard, Task } from '../../../generated/ts/index.js';
import { neutralise } from '../attribution.js';
import { pageOf } from './pages.js';
import { snippet } from './provenance.js';
import { refuse } from './refusal.js';
import type { Done, Running } from './outcome.js';
import { within, type Session } from './session.js';
import { serves } from './tasks.js';

export async function discover({ session, args, how }: Running): Promise<Done> {
  const agents = await peers(session, how);
  if (agents.length === 0) {
    return { lines: ['No other agent can be reached now. Do the work yourself, or look again later.'], agents };
  }
  const text = agents.map((card) => agentLine(session, card)).join('\n');
  const page = pageOf([{ head: '', text, tail: '' }], args.page ?? 1);
  if (page === undefined) refuse(`There is no page ${args.page} of agents.`, { action: 'discover' });
  const [first] = agents;
  return {
    lines: [
      `${agents.length === 1 ? '1 agent' : `${agents.length} agents`} can be reached:`,
      page.text,
      ...(page.pages > 1 ? [`Page ${page.page} of ${page.pages}.`] : []),
    ],
    agents,
    ...(page.page < page.pages
      ? { next: { action: 'discover', page: page.page + 1 } }
      : first === undefined
        ? {}
        : { next: { action: 'send', to: first.name, text: '<your text>' } }),
  };
}

/** The agents in reach; where they sit is remembered. */
export async function peers(session: Session, how: Running['how']): Promise<AgentCard[]> {
  const agents = await session.agent.discover(how);
  session.contexts.clear();
  for (const { name, contextId } of agents) if (contextId !== undefined) session.contexts.set(name, contextId);
  return agents;
}

/** Before texts on these tasks are shown: where those who wrote them sit is looked up, if it is not known yet. */
export async function lookUpHomes(session: Session, tasks: Iterable<Task>, how: Running['how']): Promise<void> {
  const { agent, contexts } = session;
  if ([...tasks].every((task) => serves(agent, task) || contexts.has(task.agentName))) return;
  await within(peers(session, how), how.timeoutMs).catch(() => undefined);
}

function agentLine({ agent }: Session, card: AgentCard): string {
  const skills = card.skills.slice(0, 4).map(({ name }) => snippet(name, 24));
  const facts = [snippet(card.description, 90), ...(skills.length === 0 ? [] : [`skills ${skills.join(' ')}`])];
  // A name may be any words, and begins a line here.
  return `${neutralise(card.name)} (${card.contextId === agent.contextId ? 'same' : 'other'} session): ${facts.join('; ')}`;
}
