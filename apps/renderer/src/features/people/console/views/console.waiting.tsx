export { FlashMessage } from '../../../../ui/flash-message.tsx';
export { NavigationStatus } from '../../../../ui/navigation-status.tsx';
export { Banners } from './banners.tsx';
