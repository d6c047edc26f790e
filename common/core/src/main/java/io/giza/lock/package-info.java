/** Object lock: what keeps a version from being deleted, and by what rules that is changed. */
@NullMarked
package io.giza.lock;

import org.jspecify.annotations.NullMarked;
