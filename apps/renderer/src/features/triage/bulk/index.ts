export { findBulkAddress } from './bulk-address.ts';
export { BulkModule } from './bulk.module.ts';
