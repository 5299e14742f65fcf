import { type Client, readAgent } from './client.ts';

const MOST_AGENTS = 1000;

/**
 * Caches parsed user agents, because many events have the same one. Empties the cache when it is
 * full.
 */
export class AgentReader {
  private readonly clients = new Map<string, Client>();

  read(agent: string): Client {
    const known = this.clients.get(agent);
    if (known) return known;
    if (this.clients.size === MOST_AGENTS) this.clients.clear();
    const client = readAgent(agent);
    this.clients.set(agent, client);
    return client;
  }
}
