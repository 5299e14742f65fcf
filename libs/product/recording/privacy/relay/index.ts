import { Hiding } from '#events';
import { projectRule } from '#product/recording/reports/relay';
import { privacySettings } from '../store/privacy-settings.ts';

export const privacyRule = projectRule(privacySettings, (set) => ({ hiding: new Hiding(set) }));
