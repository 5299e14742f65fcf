export { keptAssets } from './kept-assets.ts';
export { KeptBuilds } from './kept-builds.ts';
