// Specs and measurements get the same numbers from the same seed.
export { pick, seededRandom as createRandom } from '../../bench/fixtures/random.mjs';
