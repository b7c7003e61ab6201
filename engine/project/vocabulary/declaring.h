// Short forms in which the vocabulary is declared, so that a declaration reads as a table. Internal to vocabulary/.
#pragma once

#include "project/vocabulary/field_table.h"

namespace headroom::project {

FieldRow bytes(const char* name, const char* label, Json defaultValue, const char* meaning,
               const char* example = "64 KiB");
FieldRow seconds(const char* name, const char* label, Json defaultValue, const char* meaning,
                 const char* example = "8 ms");
/// A number or a quantity of any unit.
FieldRow anyNumber(const char* name, const char* label, Json defaultValue, const char* meaning, const char* example);
FieldRow distribution();
/// The same for processor work, which varies as its role states unless the block states something else.
FieldRow workDistribution();
FieldRow variation();
FieldRow tableField(); ///< the distribution that a block draws from, if that is a table
FieldRow volumeField();
FieldRow deviceField();
FieldRow deviceVolumeField(); ///< of a device that is paired with one of the block's volume
Fields deviceChoice();        ///< of a block that may choose its device itself
FieldRow keyField();
FieldRow atMostField(); ///< of a block that takes several messages at once, as the three that follow
FieldRow atMostBytesField();
FieldRow lingerField();
FieldRow togetherField();
FieldRow countField();
FieldRow nearnessField();
FieldRow partitionField();
FieldRow throughField();
FieldRow patternField();
FieldRow selectorChoice();
FieldRow ringField();
Fields callTarget();
Fields with(Fields fields, Fields more);
/// The fields of these names apply only while another one has one of these values (no values: while it is set).
Fields applying(Fields fields, const std::vector<std::string>& names, const Condition& condition);

/// The same for fields of a block type.
void declareApplying(std::vector<BlockType>& types, const std::string& type, const std::vector<std::string>& names,
                     const Condition& condition);

inline const PortDeclaration in{"in", "in", "control enters here", false};
inline const PortDeclaration next{"next", "next", "when it is done", false};

using Ports = std::vector<PortDeclaration>;
/// A row of the vocabulary; BlockType says what it means. The palette heading follows in block_catalogue.cpp.
BlockType blockType(const char* name, const char* label, const char* icon, const char* meaning, Ports inputs,
                    Ports outputs, Fields fields, const char* summaryField = "", BlockTraits traits = {},
                    const char* secondSummaryField = "", const char* summarySeparator = "");

/// The block types of one palette heading.
std::vector<BlockType> flowBlocks();
std::vector<BlockType> workBlocks();
std::vector<BlockType> communicationBlocks();
std::vector<BlockType> stateBlocks();

} // namespace headroom::project
