import { Global, Module } from '@nestjs/common';
import { SecondFactors } from '../accounts/index.ts';
import { FactorProof } from './factor-proof.ts';
import { OwnSecondFactorController } from './own-second-factor.controller.ts';
import { OwnSecondFactor } from './own-second-factor.service.ts';
import { OwnPasskeys } from './own-passkeys.ts';
import { Passkeys } from './passkeys.ts';
import { SecondFactorResets } from './second-factor-resets.ts';
import { SecondFactorRuleController } from './second-factor-rule.controller.ts';
import { SecondFactorRule } from './second-factor-rule.ts';
import { StoredSecondFactors } from './stored-second-factors.ts';

/** Global, because the sign-in in `accounts` needs `SecondFactors`. */
@Global()
@Module({
  controllers: [OwnSecondFactorController, SecondFactorRuleController],
  providers: [
    FactorProof,
    OwnSecondFactor,
    OwnPasskeys,
    Passkeys,
    SecondFactorResets,
    SecondFactorRule,
    { provide: SecondFactors, useClass: StoredSecondFactors },
  ],
  exports: [SecondFactorResets, SecondFactors],
})
export class SecondFactorModule {}
