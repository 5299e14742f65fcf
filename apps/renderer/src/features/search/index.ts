export { SingleKeys } from './keyboard/single-keys.ts';
export { SearchModule } from './search.module.ts';
