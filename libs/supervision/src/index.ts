export { supervise } from './supervise.ts';
export { FEW_ARENAS } from './supervisor/few-arenas.ts';
export { onHangUp } from './supervisor/renew-signal.ts';
export { Supervisor } from './supervisor/supervisor.ts';
export { v8Options } from './supervisor/v8-options.ts';
export { keepMemorySmall } from './supervised/keep-memory-small.ts';
export { listenAt, stopListeningAt } from './supervised/listen.ts';
export { tellMended } from './supervised/tell-mended.ts';
export { answerTheLast, onRetire } from './supervised/retire.ts';
