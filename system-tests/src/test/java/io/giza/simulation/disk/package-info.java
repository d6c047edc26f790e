/** What simulated disks keep of writes when the power fails. */
@NullMarked
package io.giza.simulation.disk;

import org.jspecify.annotations.NullMarked;
