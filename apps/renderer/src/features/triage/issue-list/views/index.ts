export { useKeys } from './keys/use-keys.ts';
