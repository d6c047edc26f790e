/**
 * The row table on RocksDB: its keys, its log with group commit, and the check of the log when it
 * is opened.
 */
@NullMarked
package io.giza.metadata.table.rocks;

import org.jspecify.annotations.NullMarked;
