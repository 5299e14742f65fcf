export { ChannelsModule } from './channels.module.ts';
export { describeTestBound } from './channels.service.ts';
