export { EventAside, EventDetails } from './event/below-trace.tsx';
export { NoEvent, NotKept } from './event/not-kept.tsx';
