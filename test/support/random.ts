// Specs and measurements get the same numbers from the same seed.
export { seededRandom as createRandom } from '../../bench/fixtures/random.mjs';
