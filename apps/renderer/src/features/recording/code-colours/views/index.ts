export { ColouredCode } from './coloured-code.tsx';
