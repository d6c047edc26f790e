/** Running clusters whose data centers die or whose disks are damaged. */
@NullMarked
package io.giza.system.failure;

import org.jspecify.annotations.NullMarked;
