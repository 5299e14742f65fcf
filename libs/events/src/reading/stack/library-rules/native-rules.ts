import type { LibraryRule } from './library-rule.ts';

export const nativeRules: readonly LibraryRule[] = [
  {
    name: 'folders of the system',
    of: 'package',
    pattern:
      /^\/(?:usr\/lib|lib(?:32|64)?|System|Library\/Apple|apex|system|vendor\/lib|product)\/|^\/private\/var\/db\/|[/\\]RuntimeRoot[/\\]|^[A-Z]:\\windows\\/i,
  },
  {
    name: "Apple's frameworks",
    of: 'package',
    pattern:
      /(?:^|\/)(?:UIKit|UIKitCore|AppKit|SwiftUI|SwiftUICore|Foundation|CoreFoundation|CoreData|CFNetwork|GraphicsServices|QuartzCore|Combine|libsystem_\w{1,40}\.dylib|libdispatch\.dylib|libobjc\.A\.dylib|libswift\w{1,40}\.dylib|dyld(?:_sim)?)$/,
  },
  {
    name: 'libraries of Linux and Android',
    of: 'package',
    pattern:
      /(?:^|\/)(?:libc|libm|libdl|libpthread|libgcc_s|libstdc\+\+|libc\+\+(?:_shared)?|ld-linux[\w-]{0,20}|linux-vdso|linux-gate|libart|libandroid_runtime|libutils|libbinder|libhwui)\.so/,
  },
  {
    name: 'libraries of Windows',
    of: 'package',
    pattern:
      /(?:^|[/\\])(?:ntdll|kernel32|kernelbase|user32|win32u|ucrtbased?|msvcp\d{1,4}|vcruntime\w{1,20}|combase|rpcrt4)\.dll$/i,
  },
  { name: 'the SDK', of: 'package', pattern: /(?:^|[/\\])(?:lib)?sentry(?:[-.][\w.-]{1,40})?$/i },
  {
    name: 'what runs before main and ends a program',
    of: 'function',
    pattern:
      /^(?:_start|start|clone3?|start_thread|__libc_start\w{0,40}|abort|raise|__pthread_kill|pthread_kill|__assert_fail|objc_exception_throw|__cxa_throw|std::terminate\(\)|BaseThreadInitThunk|RtlUserThreadStart|invoke_main|__scrt_common_main\w{0,20})$/,
  },
  {
    name: 'sources of the C library',
    of: 'path',
    pattern: /[/\\](?:csu|nptl|sysdeps)[/\\]|[/\\]glibc[-/\\]/,
  },
];
