// Short forms in which the vocabulary is declared, so that a declaration reads as a table. Internal to vocabulary/.
#pragma once

#include "project/vocabulary/field_table.h"

namespace headroom::project {

FieldDeclaration perRequest(FieldDeclaration f);
/// Allows a list of names for assignments of equal names.
FieldDeclaration orNames(FieldDeclaration f);
FieldDeclaration required(FieldDeclaration f);
/// Marks the names on the left as variables that the block sets to the values of expressions.
FieldDeclaration setsVariables(FieldDeclaration f);
/// Marks the names on the left as variables that the block sets to named values of the other side.
FieldDeclaration keepsByName(FieldDeclaration f);
/// The block sets the field's variables for a path that leaves by this output only.
FieldDeclaration setAt(const char* output, FieldDeclaration f);
/// The block reads the variable, which has been set before.
FieldDeclaration reads(FieldDeclaration f);
FieldDeclaration atLeast(FieldDeclaration f, double minimum);
FieldDeclaration atMost(FieldDeclaration f, double maximum);
FieldDeclaration inUnit(FieldDeclaration f, const char* unit);
FieldDeclaration oneOf(FieldDeclaration f, std::vector<std::string> choices);
FieldDeclaration bytes(const char* name, const char* label, Json defaultValue, const char* meaning,
                       const char* example = "64 KiB");
FieldDeclaration seconds(const char* name, const char* label, Json defaultValue, const char* meaning,
                         const char* example = "8 ms");
/// A number or a quantity of any unit.
FieldDeclaration anyNumber(const char* name, const char* label, Json defaultValue, const char* meaning,
                           const char* example);
FieldDeclaration distribution();
/// The same for processor work, which varies as its role states unless the block states something else.
FieldDeclaration workDistribution();
FieldDeclaration variation();
FieldDeclaration unlessTable(FieldDeclaration f); ///< required unless a table gives it
FieldDeclaration tableField();                    ///< the distribution that a block draws from, if that is a table
FieldDeclaration volumeField();
FieldDeclaration deviceField();
FieldDeclaration deviceVolumeField(); ///< of a device that is paired with one of the block's volume
Fields deviceChoice();                ///< of a block that may choose its device itself
FieldDeclaration keyField();
FieldDeclaration atMostField(); ///< of a block that takes several messages at once, as the three that follow
FieldDeclaration atMostBytesField();
FieldDeclaration lingerField();
FieldDeclaration togetherField();
FieldDeclaration countField();
FieldDeclaration nearnessField();
FieldDeclaration partitionField();
FieldDeclaration throughField();
FieldDeclaration patternField();
FieldDeclaration selectorChoice();
FieldDeclaration ringField();
Fields callTarget();
Fields with(Fields fields, Fields more);
/// The fields of these names apply only while another one has one of these values (no values: while it is set).
Fields applying(Fields fields, const std::vector<std::string>& names, const Condition& condition);

/// The same for fields of a block type.
void declareApplying(std::vector<BlockType>& types, const std::string& type, const std::vector<std::string>& names,
                     const Condition& condition);

inline const PortDeclaration in{"in", "in", "control enters here", false};
inline const PortDeclaration next{"next", "next", "when it is done", false};

/// The block types of one palette heading.
std::vector<BlockType> flowBlocks();
std::vector<BlockType> workBlocks();
std::vector<BlockType> communicationBlocks();
std::vector<BlockType> stateBlocks();

} // namespace headroom::project
