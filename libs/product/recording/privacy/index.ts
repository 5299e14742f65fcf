export { privacy, privacySettings } from './store/privacy-settings.ts';
