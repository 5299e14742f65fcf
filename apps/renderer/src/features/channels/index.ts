export { ChannelsModule } from './channels.module.ts';
