export { ProvidersModule } from './providers.module.ts';
