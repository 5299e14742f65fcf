import { Module } from '@nestjs/common';
import { OperationChangePart, OperationsPart } from './operations.part.ts';

@Module({ providers: [OperationsPart, OperationChangePart] })
export class OperationsModule {}
