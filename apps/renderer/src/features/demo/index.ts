export { DemoModule } from './demo.module.ts';
export { DemoService } from './demo.service.ts';
