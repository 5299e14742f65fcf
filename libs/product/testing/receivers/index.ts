export { AnsweringServer } from './answering-server.ts';
export { MailServer } from './mail-server.ts';
