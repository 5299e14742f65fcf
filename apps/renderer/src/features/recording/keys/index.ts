export { KeysModule } from './keys.module.ts';
