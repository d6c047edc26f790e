/** What becomes of one version: whether it is visible, abandoned, deleted, collected. */
@NullMarked
package io.giza.version;

import org.jspecify.annotations.NullMarked;
