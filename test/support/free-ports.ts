// Specs and measurements that run side by side have to look for ports in the same way.
export { findFreePorts } from '../../scripts/support/ports.mjs';
