export { privacySettings } from './store/privacy-settings.ts';
