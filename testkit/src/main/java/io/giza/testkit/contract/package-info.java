/** Contract suites, one per port, which the real implementation and its stand-in both pass. */
@NullMarked
package io.giza.testkit.contract;

import org.jspecify.annotations.NullMarked;
