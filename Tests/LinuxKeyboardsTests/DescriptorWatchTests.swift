import Foundation
import Testing

@testable import LinuxKeyboards
