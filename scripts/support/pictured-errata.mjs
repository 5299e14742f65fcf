import { NO_BOUNDS } from './no-bounds.mjs';

export const PORT = 3990;
const RELAY_PORT = 3991;
export const OWNER = { email: 'ada@example.org', password: 'shown-to-nobody-else' };

/**
 * Returns the environment of the Errata that the README's pictures show.
 *
 * @param {string} folder an empty folder for its data
 * @returns {NodeJS.ProcessEnv}
 */
export function toPicturedEnvironment(folder) {
  return {
    ...process.env,
    ...NO_BOUNDS,
    PORT: String(PORT),
    RELAY_PORT: String(RELAY_PORT),
    DATA_DIR: folder,
    ERRATA_OWNER_EMAIL: OWNER.email,
    ERRATA_OWNER_PASSWORD: OWNER.password,
  };
}
