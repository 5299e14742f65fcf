import type { ConnectionRules } from '#http';
import { ingestHeaders, isIngestPath, toIngestRefusal } from '#shared';
import { toRefusalAnswer } from './answer.ts';

export const connectionRules: ConnectionRules = {
  refuse: (code) => {
    const { headers, body } = toIngestRefusal(toRefusalAnswer({ code }));
    return { headers: { ...ingestHeaders, ...headers }, body };
  },
  // Node's timeout does not apply to reports, because `StallWatch` ends slow bodies.
  watches: ({ method, url = '' }) => method === 'POST' && isIngestPath(url.replace(/[?#].*$/s, '')),
};
