export { attachmentItems } from './attachment-items.ts';
