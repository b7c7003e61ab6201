// Whether a text that someone typed is a value of a kind, and what to say if not.
#pragma once

#include "project/document/document.h"

#include <QString>

#include <optional>

namespace headroom::widgets {

struct TypedValue
{
    std::optional<project::Json> value; ///< as it goes into the document: a text with its unit, or a number
    QString problem;                    ///< a sentence, if there is no value
};

/// Value of a parameter of type integer, number or quantity.
TypedValue parseTyped(const project::Parameter& parameter, const QString& text);

/// A JSON value as an editor shows it: texts without quotes, numbers short, flags as true and false.
QString editorText(const project::Json& value);
/// What an editor's text means in the document: a number where it is one, else the text.
project::Json jsonFromText(const QString& text);

} // namespace headroom::widgets
