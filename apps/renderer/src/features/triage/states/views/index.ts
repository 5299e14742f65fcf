export { describeState, describeStateInShort } from './state-words.ts';
