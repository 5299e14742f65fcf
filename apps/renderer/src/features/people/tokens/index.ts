export { TokensModule } from './tokens.module.ts';
