export { Newcomers } from './flow/newcomers.ts';
export { ProviderList } from './provider-list.ts';
export { ProvidersModule } from './providers.module.ts';
