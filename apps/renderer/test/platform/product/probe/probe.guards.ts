import { Injectable } from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { Script } from './script.ts';

/** Metadata that a guard reads from the class or method that it guards, as guards of roles do. */
export const Place = Reflector.createDecorator<string>();

/**
 * Lets a request pass, or throws what the request's script says for the place that marks the class.
 */
@Injectable()
export class ClassGuard implements CanActivate {
  constructor(
    private readonly script: Script,
    private readonly reflector: Reflector,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    const place = this.reflector.get(Place, context.getClass());
    this.script.pass(`guard.${place}`, context.switchToHttp().getRequest<Request>());
    return true;
  }
}

/**
 * Lets a request pass, or throws what the request's script says for the place that marks the
 * method.
 */
@Injectable()
export class MethodGuard implements CanActivate {
  constructor(
    private readonly script: Script,
    private readonly reflector: Reflector,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    const place = this.reflector.get(Place, context.getHandler());
    this.script.pass(`guard.${place}`, context.switchToHttp().getRequest<Request>());
    return true;
  }
}

@Injectable()
export class RefusingGuard implements CanActivate {
  canActivate(): boolean {
    return false;
  }
}
