export { supervise } from './supervise.ts';
export { MALLOC_ARENAS } from './supervisor/malloc-arenas.ts';
export { onHangUp } from './supervisor/renew-signal.ts';
export { sayOnStandardError } from './supervisor/supervisor-lines.ts';
export { Supervisor } from './supervisor/supervisor.ts';
export { nodeOptions } from './supervisor/node-options.ts';
export { listenAt, stopListeningAt } from './supervised/listen.ts';
export { startsBeside } from './supervised/starts-beside.ts';
export { drainConnections, onRetire, OpenRequests } from './supervised/retire.ts';
