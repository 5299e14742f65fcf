// Specs and measurements that run beside each other look for them in the same way.
export { findFreePorts } from '../../bench/processes/free-ports.mjs';
