/** What the owners of buckets want to expire, and when that is: pure, for who does it. */
@NullMarked
package io.giza.lifecycle;

import org.jspecify.annotations.NullMarked;
