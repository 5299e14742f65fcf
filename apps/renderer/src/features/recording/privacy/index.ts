export { PrivacyModule } from './privacy.module.ts';
export { PrivacyService } from './privacy.service.ts';
