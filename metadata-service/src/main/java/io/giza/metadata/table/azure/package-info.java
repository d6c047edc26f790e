/**
 * The row table on Azure Table Storage: its entities, their keys, and the gate that keeps out rows
 * of an earlier epoch.
 */
@NullMarked
package io.giza.metadata.table.azure;

import org.jspecify.annotations.NullMarked;
