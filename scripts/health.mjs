import { readFileSync } from 'node:fs';
import { get } from 'node:http';

/**
 * The health check of the image: exits with 0 while the service of this container takes reports.
 * `node:http` replaces fetch here, because loading fetch would cost every check 8 MB.
 */
const { HEALTH_PORT, PORT, RELAY_PORT } = process.env;
const port = HEALTH_PORT || (isRelayAlone() ? RELAY_PORT || '3001' : PORT || '3000');
get(`http://127.0.0.1:${port}/health/intake`, { agent: false, timeout: 4000 }, (response) => {
  process.exit(response.statusCode === 200 ? 0 : 1);
})
  .on('timeout', () => process.exit(1))
  .on('error', () => process.exit(1));

/**
 * True when the container runs the relay alone. Process 1 is either `errata relay` or a container
 * engine's init with the same words among its arguments.
 */
function isRelayAlone() {
  try {
    return readFileSync('/proc/1/cmdline', 'utf8').split('\0').includes('relay');
  } catch {
    return false;
  }
}
