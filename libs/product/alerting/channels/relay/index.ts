export { deliveryJobs } from './delivery-jobs.ts';
export { toUnsubscribeAddress } from './mail/unsubscribe-address.ts';
