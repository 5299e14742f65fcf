export { GettingStartedModule } from './getting-started.module.ts';
export { postEnvelope } from './post-envelope.ts';
export type { Addressed } from './post-envelope.ts';
export { StartOffer } from './start-offer.decorator.ts';
