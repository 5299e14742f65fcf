export { supervise } from './supervise.ts';
export { FEW_ARENAS } from './supervisor/few-arenas.ts';
export { onHangUp } from './supervisor/renew-signal.ts';
export { sayOnStandardError } from './supervisor/supervisor-lines.ts';
export { Supervisor } from './supervisor/supervisor.ts';
export { nodeOptions } from './supervisor/node-options.ts';
export { listenAt, stopListeningAt } from './supervised/listen.ts';
export { startsBeside } from './supervised/starts-beside.ts';
export { answerTheLast, onRetire } from './supervised/retire.ts';
